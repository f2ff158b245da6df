/**
 * Takes part in a run on another machine: started there over SSH, told what to do on its standard input. When that ends,
 * or nothing is heard any more, it ends all that it has started, and itself.
 */
import { messageOf } from '../../shared/basics/errors.ts'
import { TrialFailure } from '../contenders/trial-failure.ts'
import { unlockMachine } from '../machine/lock.ts'
import { killTracked } from '../machine/processes.ts'
import { Channel } from './channel.ts'
import type { CallMessage, Desk, FromHost } from './desk.ts'
import { OwnDesk } from './own-desk.ts'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
process.on('exit', () => {
  killTracked()
  unlockMachine()
})

const channel = new Channel(process.stdin, process.stdout, {
  message: (message) => void answer(message as CallMessage),
  gone(reason) {
    console.error(`the runner is gone: ${reason}`)
    process.exit(1)
  },
})
const tell = (message: FromHost) => channel.send(message)
const desk: Desk = new OwnDesk(tell)

async function answer({ call, name, args }: CallMessage): Promise<void> {
  try {
    const asked = desk[name].bind(desk) as (...args: unknown[]) => Promise<unknown>
    // What was left out is null in JSON.
    tell({ answer: call, value: (await asked(...args.map((value) => value ?? undefined))) ?? null })
  } catch (error) {
    tell({ answer: call, failure: messageOf(error), phase: error instanceof TrialFailure ? error.phase : undefined })
  }
}
