/** The load generator's process: prepares requests, sends them when told to, and reports what came back. */
import { messageOf } from '../../../shared/basics/errors.ts'
import type { Command, Event } from './builtin.ts'
import { Session } from './session.ts'

let session: Session | undefined
const watch = { started: () => emit({ type: 'started' }), ended: () => emit({ type: 'ended' }) }

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
  } else if (command.type === 'load-open') {
    try {
      const report = await session?.loadOpen(command.port, command.load, watch)
      if (report) emit({ type: 'open-report', report })
    } catch (error) {
      emit({ type: 'failed', reason: messageOf(error) })
    }
  } else if (session) {
    const { port, seconds, pipelining } = command
    emit({ type: 'report', report: await session.load(port, seconds, pipelining, watch) })
  }
})
// Without a runner there is nothing left to do.
process.on('disconnect', () => process.exit())
