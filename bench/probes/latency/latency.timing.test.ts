import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { medianValue, rowsOf } from '../../../shared/probe/probe.ts'
import { latency } from '../../../shared/probes/latency.ts'
import { disclosure } from '../../../shared/test/samples.ts'
import { measured } from '../../test/measured.ts'

const userServer = pathToFileURL(join(import.meta.dirname, '../../test/faulty/user-server.ts'))

/** Blocks for a number of milliseconds. */
const BUSY = `const busy = (ms) => { for (const end = performance.now() + ms; performance.now() < end; ); }`

/** Correct servers of `update-user`, each with a performance problem. */
const servers = {
  // Responds fast but stalls for 100 ms every 2 s: one in twenty requests waits.
  stalls: `import { serve } from '${userServer}'\n${BUSY}\nsetInterval(() => busy(100), 2000)\nserve()\n`,
  // Takes 0.1 ms more per request.
  plods: `import { honest, serve } from '${userServer}'\n${BUSY}\nserve((call) => { busy(0.1); return honest(call) })\n`,
}

const folders = Object.fromEntries(
  Object.entries(servers).map(([name, source]) => {
    const validation = { ...disclosure.validation, errors: 'all' }
    const bench = { router: false, ...disclosure, validation, description: name }
    const manifest = { name: `@latency/${name}`, private: true, type: 'module', bench }
    return [name, { 'package.json': manifest, 'update-user.ts': source }]
  }),
)

test('a fast server that stalls every 2 s is first by throughput and last by latency', async (t) => {
  const load = ['--rates', '500', '--processes', '1', '--seconds', '2', '--seed', '3']
  const measure = async () => {
    const { result } = await measured(t, latency, folders, ['update-user', ...load])
    const byLatency = rowsOf(latency, result)
    const maximum = (server: (typeof byLatency)[number]) => medianValue(server, 'maximum') ?? 0
    const byMaximum = byLatency.toSorted((a, b) => maximum(b) - maximum(a))
    const names = (rows: typeof byLatency) => rows.map(({ name }) => name)
    return { byLatency: names(byLatency), byMaximum: names(byMaximum) }
  }
  const seen: string[] = []
  // A busy machine may stall the other one too, but not each time.
  for (let time = 1; time <= 3; time++) {
    const { byLatency, byMaximum } = await measure()
    const isSeen = byLatency.join() === 'plods,stalls' && byMaximum.join() === 'stalls,plods'
    if (isSeen) return
    seen.push(`by latency ${byLatency}, by maximum ${byMaximum}`)
  }
  assert.fail(seen.join('; '))
})
