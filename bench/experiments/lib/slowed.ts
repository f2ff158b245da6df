/** A slower machine, made of this one: a server's process is stopped for half of the time, and its clock goes on. */
import type { Counter } from '../../instructions/counter.ts'
import { kill } from '../../machine/processes.ts'

/** Milliseconds that it runs, and then is stopped. */
const PHASE = 10

/** The same counter, under which every server is half as fast. */
export function halfAsFast(counter: Counter): Counter {
  return {
    ...counter,
    async start(launch, cpus) {
      const countable = await counter.start(launch, cpus)
      const goOn = stopByTurns(countable.process.pid)
      return {
        ...countable,
        async stop() {
          goOn()
          await countable.stop()
        },
      }
    },
  }
}

/** Stops a process for every second phase; what comes back lets it run for good. */
export function stopByTurns(pid: number): () => void {
  let isStopped = false
  const timer = setInterval(() => {
    isStopped = !isStopped
    kill(pid, isStopped ? 'SIGSTOP' : 'SIGCONT')
  }, PHASE)
  return () => {
    clearInterval(timer)
    kill(pid, 'SIGCONT')
  }
}
