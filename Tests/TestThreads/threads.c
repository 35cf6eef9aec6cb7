// The concurrency of Swift has as many threads as the machine has cores, and takes for granted that none of them waits. Tests
// do wait, for programs and servers, and on two cores two that wait are all that goes on. Here everything runs on a few
// threads more.
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

enum { more_threads = 2, most_threads = 16 };

typedef struct node {
  struct node *next;
  job *job;
} node;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_not_empty = PTHREAD_COND_INITIALIZER;
static node *first, **end = &first;

static void *work(void *unused) {
  (void)unused;
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!first) pthread_cond_wait(&is_not_empty, &lock);
    node *taken = first;
    first = taken->next;
    if (!first) end = &first;
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
  *added = (node){NULL, job};
  pthread_mutex_lock(&lock);
  *end = added;
  end = &added->next;
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
