// The concurrency of Swift has as many threads as the machine has cores, and takes for granted that none of them waits. Tests
// do wait, for programs and servers, and on two cores two that wait are all that goes on. Here everything runs on a few
// threads more.
//
// The order differs as well. All tests begin at once, so in the order of arrival whatever one of them does next waits behind the
// beginnings of all others, for minutes. Here the newest goes first, so that what has begun gets on; and every few times
// the oldest, so that nothing waits for ever.
//
// The hook is the runtime's own (swift/Runtime/Concurrency.h): what is set here is called in place of putting a job into
// the queue of the system.

#if defined(__linux__)

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#define SWIFT_CC __attribute__((swiftcall))

typedef struct job job;
typedef SWIFT_CC void (*enqueue_original)(job *);

extern SWIFT_CC void (*swift_task_enqueueGlobal_hook)(job *, enqueue_original);
extern SWIFT_CC void swift_job_run(job *, void *executor, void *witness_table);

enum { more_threads = 2, most_threads = 16, old_one_in = 8 };

typedef struct node {
  struct node *older, *newer;
  job *job;
} node;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_not_empty = PTHREAD_COND_INITIALIZER;
static node *oldest, *newest;
static unsigned taken_count;

// With the lock held.
static node *take(void) {
  while (!newest) pthread_cond_wait(&is_not_empty, &lock);
  node *taken = ++taken_count % old_one_in ? newest : oldest;
  *(taken->older ? &taken->older->newer : &oldest) = taken->newer;
  *(taken->newer ? &taken->newer->older : &newest) = taken->older;
  return taken;
}

static void *work(void *unused) {
  (void)unused;
  for (;;) {
    pthread_mutex_lock(&lock);
    node *taken = take();
    pthread_mutex_unlock(&lock);
    job *next = taken->job;
    free(taken);
    // No executor: a job of the global one, which may run anywhere.
    swift_job_run(next, NULL, NULL);
  }
  return NULL;
}

static SWIFT_CC void enqueue(job *job, enqueue_original original) {
  node *added = malloc(sizeof *added);
  if (!added) {
    original(job);
    return;
  }
  pthread_mutex_lock(&lock);
  *added = (node){newest, NULL, job};
  *(newest ? &newest->newer : &oldest) = added;
  newest = added;
  pthread_cond_signal(&is_not_empty);
  pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void start(void) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  long count = cores + more_threads < most_threads ? cores + more_threads : most_threads;
  long started = 0;
  for (long index = 0; index < count; ++index) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) == 0) {
      pthread_detach(thread);
      ++started;
    }
  }
  if (started) swift_task_enqueueGlobal_hook = enqueue;
}

#endif
