/** The load generator's process: prepares requests, sends them when told to, and reports what came back. */
import type { Command, Event } from './builtin.ts'
import { Session } from './session.ts'

let session: Session | undefined

function emit(event: Event): void {
  process.send?.(event)
}

process.on('message', async (command: Command) => {
  if (command.type === 'prepare') {
    session = new Session(command.plan)
    emit({ type: 'prepared' })
  } else if (command.type === 'release') {
    session?.release(command.port)
    emit({ type: 'released' })
  } else if (session) {
    const { port, seconds, pipelining } = command
    const watch = { started: () => emit({ type: 'started' }), ended: () => emit({ type: 'ended' }) }
    emit({ type: 'report', report: await session.load(port, seconds, pipelining, watch) })
  }
})
// Without a runner there is nothing left to do.
process.on('disconnect', () => process.exit())
