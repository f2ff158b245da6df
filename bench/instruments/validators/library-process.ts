/** The runner's side of a library's process: sends commands and detects hangs. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOST, type ServerProcess } from '../../server/server-process.ts'
import { linesOf, type Reply } from './commands.ts'
import type { Handlers } from './worker.ts'

/** @throws with the process's error, or if it has ended or does not respond */
export type Ask = <Name extends keyof Handlers>(
  name: Name,
  ...asks: Parameters<Handlers[Name]>
) => Promise<Awaited<ReturnType<Handlers[Name]>>>

export interface LibraryProcess extends Disposable {
  ask: Ask
}

/** @param patience milliseconds for a response */
export async function connectTo(
  process: Pick<ServerProcess, 'port' | 'exited' | 'withOutput'>,
  patience: number,
): Promise<LibraryProcess> {
  const socket = connect({ port: process.port, host: HOST, noDelay: true })
  await once(socket, 'connect')
  const replies = linesOf(socket)
  return {
    async ask(name, ...[asks]) {
      socket.write(`${JSON.stringify({ name, asks })}\n`)
      const hangs = sleep(patience, null, { ref: false }).then(() => {
        throw new Error(`${name}: no response in ${patience / 1000} s: it hangs`)
      })
      hangs.catch(() => {})
      const { value: line } = await Promise.race([replies.next(), process.exited, hangs])
      if (!line) throw new Error(process.withOutput('the connection was closed'))
      const reply = JSON.parse(line) as Reply
      if ('error' in reply) throw new Error(reply.error)
      return reply.answer as never
    },
    [Symbol.dispose]: () => void socket.destroy(),
  }
}
