/*
 * A plugin for QEMU's user-mode emulator that counts the instructions that each thread of a program executes, into a
 * file that another process maps and reads while the program runs. MIT, like the project: it includes nothing of QEMU,
 * and declares the functions of the plugin interface that it calls.
 *
 * Built for the version of the interface that the installed QEMU names: cc -shared -fPIC -DAPI_VERSION=<n>.
 * Its argument: counts=<file>, of COUNTED_THREADS slots of 64 bytes. In a slot stand, as 64-bit numbers, the
 * instructions executed, and the number of the system's thread that executed them. With blocks=<n>, so many blocks
 * follow the slots, in the order of their translation.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
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
extern uint64_t qemu_plugin_tb_vaddr(const struct translated_block *);

/* Of a thread, in a cache line of its own: only that thread writes it, so that nothing has to be locked. */
struct slot {
  uint64_t instructions;
  uint64_t thread;
  uint64_t unused[6];
};

/* A stretch of code, and how often the first thread executed it: JavaScript's numbers, exact up to 2^53. */
struct block {
  double address;
  double instructions;
  double executions;
};

static struct slot *slots;
static struct block *blocks;
static size_t used_blocks, most_blocks;

static void executed(unsigned vcpu, void *instructions) {
  struct slot *slot = &slots[vcpu % COUNTED_THREADS];
  if (slot->thread == 0) slot->thread = (uint64_t)syscall(SYS_gettid);
  slot->instructions += (uint64_t)(uintptr_t)instructions;
}

static void executed_block(unsigned vcpu, void *data) {
  struct block *block = data;
  executed(vcpu, (void *)(uintptr_t)block->instructions);
  if (vcpu == 0) block->executions++;
}

static void count(struct translated_block *translated) {
  size_t instructions = qemu_plugin_tb_n_insns(translated);
  size_t place = most_blocks > 0 ? __atomic_fetch_add(&used_blocks, 1, __ATOMIC_RELAXED) : 0;
  if (place < most_blocks) {
    blocks[place].instructions = (double)instructions;
    blocks[place].address = (double)qemu_plugin_tb_vaddr(translated);
    qemu_plugin_register_vcpu_tb_exec_cb(translated, executed_block, 0, &blocks[place]);
  } else {
    qemu_plugin_register_vcpu_tb_exec_cb(translated, executed, 0, (void *)(uintptr_t)instructions);
  }
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

static size_t size_of_counts(void) {
  return sizeof(struct slot) * COUNTED_THREADS + sizeof(struct block) * most_blocks;
}

/* What a forked child executes is its own: into memory that no other process sees, in the place of the shared one. */
static void leave_counts(void) {
  mmap(slots, size_of_counts(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

VISIBLE int qemu_plugin_version = API_VERSION;

VISIBLE int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv) {
  (void)info;
  const char *file = argc >= 1 && strncmp(argv[0], "counts=", 7) == 0 ? argv[0] + 7 : NULL;
  if (argc == 2 && strncmp(argv[1], "blocks=", 7) == 0) most_blocks = strtoul(argv[1] + 7, NULL, 10);
  int descriptor = file ? open(file, O_RDWR | O_CLOEXEC) : -1;
  if (descriptor < 0) {
    fprintf(stderr, "the counter's plugin can't open its file of counts\n");
    return -1;
  }
  slots = mmap(NULL, size_of_counts(), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (slots == MAP_FAILED) return -1;
  blocks = (struct block *)(slots + COUNTED_THREADS);
  pthread_atfork(NULL, NULL, leave_counts);
#if API_VERSION >= 7
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translated, NULL);
#else
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translated);
#endif
  return 0;
}
