/**
 * Preloaded into a server's process by any runtime. Profiles it, or observes its garbage collections, between two commands;
 * otherwise it does nothing. A command is a line on a socket whose path is in the environment; the reply is a line of JSON.
 */
import { Session } from 'node:inspector'
import { createServer } from 'node:net'
import { PerformanceObserver, performance } from 'node:perf_hooks'
import process from 'node:process'
import * as v8 from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import { type Collections, type Command, SOCKET_VARIABLE, type SourceText } from './commands.ts'

let session: Session | null = null
let watch: { pauses: Collections['pauses']; observer: PerformanceObserver; heap: v8.GCProfiler } | null = null

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
  'begin collections': async () => {
    const pauses: Collections['pauses'] = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { startTime, duration, detail } = entry as typeof entry & { detail: { kind: number } }
        pauses.push({ at: startTime, milliseconds: duration, kind: detail.kind })
      }
    })
    observer.observe({ entryTypes: ['gc'] })
    const heap = new v8.GCProfiler()
    heap.start()
    watch = { pauses, observer, heap }
  },
  'end collections': async (): Promise<Collections> => {
    if (!watch) throw new Error('no collections are observed')
    // Entries are delivered in a later turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 20))
    const { pauses, observer, heap } = watch
    observer.disconnect()
    const statistics = heap.stop()?.statistics ?? []
    watch = null
    // Both clocks at the same instant: entries count from the start of the process.
    const clock = { performance: performance.now(), monotonic: Number(process.hrtime.bigint()) / 1e6 }
    const used = ({ heapStatistics }: { heapStatistics: { usedHeapSize: number } }) => heapStatistics.usedHeapSize
    const heaps = statistics.map(({ beforeGC, afterGC }) => ({ before: used(beforeGC), after: used(afterGC) }))
    return { pauses, heaps, clock }
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
        socket.write(`${JSON.stringify({ done: done ?? null })}\n`)
      } catch (error) {
        socket.write(`${JSON.stringify({ failed: String(error) })}\n`)
      }
    })
  })
  server.on('error', () => {})
  server.listen(path).unref()
}
