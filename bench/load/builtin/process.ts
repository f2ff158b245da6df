/** The load generator's process: prepares requests, sends them on command, and reports the results. */
import { messageOf } from '../../../shared/basics/errors.ts'
import type { Command, Event } from './builtin.ts'
import { Session } from './session.ts'

let session: Session | undefined
const watch = { started: () => emit({ type: 'started' }), ended: () => emit({ type: 'ended' }) }

function emit(event: Event): void {
  process.send?.(event)
}

async function obey(command: Command): Promise<void> {
  if (command.type === 'prepare') {
    session = new Session(command.plan)
    emit({ type: 'prepared' })
    return
  }
  if (!session) return
  if (command.type === 'release') {
    session.release(command.port)
    emit({ type: 'released' })
  } else if (command.type === 'load-open') {
    emit({ type: 'open-report', report: await session.loadOpen(command.port, command.load, watch) })
  } else {
    const { port, seconds } = command
    emit({ type: 'report', report: await session.load(port, seconds, watch) })
  }
}

process.on('message', (command: Command) => {
  obey(command).catch((error: unknown) => emit({ type: 'failed', reason: messageOf(error) }))
})
process.on('disconnect', () => process.exit())
