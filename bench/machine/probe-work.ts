/**
 * A fixed piece of work, such as servers do: how long it takes tells how fast a CPU is at the moment. Started as a program it is
 * the probe's process on the server's CPU, which does the work when it is asked to, and says how long it took.
 */

const TEXT = JSON.stringify({
  users: Array.from({ length: 20 }, (_, id) => ({ id, name: `user ${id}`, tags: ['a', 'b'], createdAt: '2026-01-02' })),
})
const TIMES = 60

/** @returns microseconds that it took */
export function probeWork(): number {
  const begin = performance.now()
  for (let i = 0; i < TIMES; i++) JSON.stringify(JSON.parse(TEXT))
  return (performance.now() - begin) * 1000
}

/** Does it until the compiler is done with it. */
export function warmProbeWork(): void {
  for (let i = 0; i < 100; i++) probeWork()
}

if (import.meta.main) {
  warmProbeWork()
  process.on('message', () => process.send?.(probeWork()))
  // Without a runner there is nothing left to do.
  process.on('disconnect', () => process.exit())
  process.send?.(0)
}
