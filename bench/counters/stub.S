/*
 * A program of a known length, to check the counter: it counts a register from ROUNDS down to 0, by two instructions a
 * round and four besides, and exits with status 0. It needs no C library, whose start differs between systems.
 */
.globl _start
_start:
#if defined(__x86_64__)
  mov $ROUNDS, %rcx
1:
  dec %rcx
  jnz 1b
  mov $60, %eax
  xor %edi, %edi
  syscall
#elif defined(__aarch64__)
  ldr x0, =ROUNDS
1:
  subs x0, x0, #1
  b.ne 1b
  mov x0, #0
  mov x8, #93
  svc #0
#else
#error there is no program for this architecture
#endif
.section .note.GNU-stack, "", %progbits
