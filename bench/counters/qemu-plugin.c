/*
 * A plugin for QEMU's user-mode emulator that counts the instructions that each thread of a program executes, into a
 * file that another process maps and reads while the program runs. MIT, like the project: it includes nothing of QEMU,
 * and declares the three functions of the plugin interface that it calls.
 *
 * Built for the version of the interface that the installed QEMU names: cc -shared -fPIC -DAPI_VERSION=<n>.
 * Its one argument: counts=<file>, of COUNTED_THREADS slots of 64 bytes. In a slot stand, as 64-bit numbers, the
 * instructions executed, and the number of the system's thread that executed them.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef API_VERSION
#define API_VERSION 1
#endif
#define COUNTED_THREADS 512
#define VISIBLE __attribute__((visibility("default")))

struct translated_block;
#if API_VERSION >= 7
typedef void (*translated)(struct translated_block *, void *);
extern void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t, translated, void *);
#else
typedef void (*translated)(uint64_t, struct translated_block *);
extern void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t, translated);
#endif
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct translated_block *, void (*)(unsigned, void *), int, void *);
extern size_t qemu_plugin_tb_n_insns(const struct translated_block *);

/* Of a thread, in a cache line of its own: only that thread writes it, so that nothing has to be locked. */
struct slot {
  uint64_t instructions;
  uint64_t thread;
  uint64_t unused[6];
};

static struct slot *slots;

static void executed(unsigned vcpu, void *instructions) {
  struct slot *slot = &slots[vcpu % COUNTED_THREADS];
  if (slot->thread == 0) slot->thread = (uint64_t)syscall(SYS_gettid);
  slot->instructions += (uint64_t)(uintptr_t)instructions;
}

static void count(struct translated_block *block) {
  void *instructions = (void *)(uintptr_t)qemu_plugin_tb_n_insns(block);
  qemu_plugin_register_vcpu_tb_exec_cb(block, executed, 0, instructions);
}

#if API_VERSION >= 7
static void on_translated(struct translated_block *block, void *unused) {
  (void)unused;
  count(block);
}
#else
static void on_translated(uint64_t id, struct translated_block *block) {
  (void)id;
  count(block);
}
#endif

/* What a forked child executes is its own: into memory that no other process sees. */
static void leave_counts(void) {
  void *own = mmap(NULL, sizeof(struct slot) * COUNTED_THREADS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (own != MAP_FAILED) slots = own;
}

VISIBLE int qemu_plugin_version = API_VERSION;

VISIBLE int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv) {
  (void)info;
  const char *file = argc == 1 && strncmp(argv[0], "counts=", 7) == 0 ? argv[0] + 7 : NULL;
  int descriptor = file ? open(file, O_RDWR | O_CLOEXEC) : -1;
  if (descriptor < 0) {
    fprintf(stderr, "the counter's plugin can't open its file of counts\n");
    return -1;
  }
  slots = mmap(NULL, sizeof(struct slot) * COUNTED_THREADS, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (slots == MAP_FAILED) return -1;
  pthread_atfork(NULL, NULL, leave_counts);
#if API_VERSION >= 7
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translated, NULL);
#else
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translated);
#endif
  return 0;
}
