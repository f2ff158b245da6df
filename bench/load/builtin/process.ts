/** The load generator's process: prepares requests, sends them on command, and reports the results. */
import { messageOf } from '../../../shared/basics/errors.ts'
import type { Command, Event } from './builtin.ts'
import { Session } from './session.ts'

let session: Session | undefined
const watch = { started: () => emit({ type: 'started' }), ended: () => emit({ type: 'ended' }) }

function emit(event: Event): void {
  process.send?.(event)
}

async function handle(command: Command): Promise<unknown> {
  if (command.type === 'prepare') {
    session = new Session(command.plan)
    return
  }
  if (command.type === 'release') return session?.release(command.port)
  if (command.type === 'load') {
    const { port, seconds, notBefore } = command
    return session?.load(port, seconds, { ...watch, notBefore })
  }
  return session?.loadOpen(command.port, command.load, watch)
}

process.on('message', (command: Command) => {
  handle(command).then(
    (result) => emit({ type: 'done', command: command.type, result }),
    (error: unknown) => emit({ type: 'failed', reason: messageOf(error) }),
  )
})
process.on('disconnect', () => process.exit())
