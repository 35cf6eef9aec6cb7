/* Runs commands side by side and tells what they cost.
 *
 *   spawn [--cpu N] REPORT COMMAND [ARGUMENT]... [--and COMMAND [ARGUMENT]...]...
 *
 * The commands start together; the time is from before the first start to after the last end. REPORT
 * is written with one line of JSON. The exit code is 0 where every command's was 0, else 1.
 * --cpu keeps the commands on one processor.
 *
 * Why a program and not Python: until exec(2) a child shares its parent's memory, and the kernel keeps
 * the larger of the two peaks in ru_maxrss. This parent is about 1 MB, so that is all it can add.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static double seconds(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

int main(int argc, char **argv) {
  int at = 1;
  if (argc > 3 && strcmp(argv[1], "--cpu") == 0) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(atoi(argv[2]), &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) {
      perror("spawn: sched_setaffinity");
      return 2;
    }
    at = 3;
  }
  if (argc < at + 2) {
    fputs("usage: spawn [--cpu N] REPORT COMMAND [ARGUMENT]... [--and COMMAND ...]\n", stderr);
    return 2;
  }
  FILE *report = fopen(argv[at++], "w");
  if (!report) {
    perror("spawn: report");
    return 2;
  }

  enum { most = 64 };
  char **commands[most];
  int count = 0;
  commands[count++] = argv + at;
  for (int i = at; i < argc; i++) {
    if (strcmp(argv[i], "--and") != 0) continue;
    argv[i] = NULL;
    if (count == most || i + 1 == argc) {
      fputs("spawn: too many commands, or an empty one\n", stderr);
      return 2;
    }
    commands[count++] = argv + i + 1;
  }

  int failed = 0, running = 0;
  double user = 0, system = 0;
  long largest = 0, sum = 0;
  double start = now();
  for (int i = 0; i < count; i++) {
    pid_t child;
    int error = posix_spawnp(&child, commands[i][0], NULL, NULL, commands[i], environ);
    if (error != 0) {
      fprintf(stderr, "spawn: %s: %s\n", commands[i][0], strerror(error));
      failed = 1;
    } else {
      running++;
    }
  }
  while (running > 0) {
    int status;
    struct rusage usage;
    if (wait4(-1, &status, 0, &usage) < 0) {
      if (errno == EINTR) continue;
      perror("spawn: wait4");
      return 2;
    }
    running--;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) failed = 1;
    user += seconds(usage.ru_utime);
    system += seconds(usage.ru_stime);
    if (usage.ru_maxrss > largest) largest = usage.ru_maxrss;
    sum += usage.ru_maxrss;
  }
  double wall = now() - start;
  fprintf(report,
          "{\"wall\":%.6f,\"user\":%.6f,\"system\":%.6f,\"largest_kib\":%ld,\"sum_kib\":%ld}\n",
          wall, user, system, largest, sum);
  return fclose(report) == 0 ? failed : 2;
}
