/**
 * Preloaded into a server's process by any runtime. Profiles it between two commands; otherwise it does nothing. A command is a line on a connection to a socket whose path is in the environment; the reply is JSON.
 */
import { Session } from 'node:inspector'
import { createServer } from 'node:net'
import process from 'node:process'
import { isMainThread } from 'node:worker_threads'
import { type Command, SOCKET_VARIABLE, type SourceText } from './commands.ts'

let session: Session | null = null

const commands: Record<Command['do'], (command: Command) => Promise<unknown>> = {
  'begin profile': async ({ interval }) => {
    session = connected()
    await post('Profiler.enable')
    await post('Profiler.setSamplingInterval', { interval })
    await post('Profiler.start')
  },
  'end profile': async () => {
    const { profile } = (await post('Profiler.stop')) as { profile: unknown }
    disconnect()
    return profile
  },
  sources: async (): Promise<SourceText[]> => {
    session = connected()
    const scripts: { scriptId: string; url: string }[] = []
    session.on('Debugger.scriptParsed', ({ params }) => scripts.push(params))
    // The events for scripts parsed so far precede the response.
    await post('Debugger.enable')
    const texts: SourceText[] = []
    for (const { scriptId, url } of scripts) {
      if (!url.startsWith('file:')) continue
      const { scriptSource } = (await post('Debugger.getScriptSource', { scriptId })) as { scriptSource: string }
      texts.push({ url, text: scriptSource })
    }
    disconnect()
    return texts
  },
}

function connected(): Session {
  const session = new Session()
  session.connect()
  return session
}

function disconnect(): void {
  session?.disconnect()
  session = null
}

function post(method: string, parameters: object = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (!session) return reject(new Error('no profile has begun'))
    session.post(method, parameters, (error, result) => (error ? reject(error) : resolve(result)))
  })
}

const path = process.env[SOCKET_VARIABLE]
// Workers inherit the argument; only the main thread takes part.
if (path && isMainThread) {
  const server = createServer((socket) => {
    let text = ''
    socket.unref()
    socket.setEncoding('utf8').on('error', () => {})
    socket.on('data', async (chunk) => {
      text += chunk
      if (!text.endsWith('\n')) return
      const command = JSON.parse(text) as Command
      text = ''
      try {
        const done = await commands[command.do](command)
        socket.end(JSON.stringify({ done: done ?? null }))
      } catch (error) {
        socket.end(JSON.stringify({ failed: String(error) }))
      }
    })
  })
  server.on('error', () => {})
  server.listen(path).unref()
}
