/** Repeats benchmarks behind public claims in their own setting, as far as a server of one CPU allows, and in parts of it. */
import { cpus } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { table } from '../../charts/text/markdown.ts'
import { ratioText } from '../../charts/text/numbers.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { grouped } from '../../shared/basics/text.ts'
import { defaultProtocol } from '../../shared/results/default-protocol.ts'
import { medianOf } from '../../shared/stats/statistics.ts'
import type { Server } from '../folders/servers.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { prepareRequests } from '../load/requests.ts'
import type { Pinning } from '../machine/cpus.ts'
import { findRuntime } from '../machine/runtimes.ts'
import { cpuSeconds } from '../processes/processes.ts'
import { runProgram } from '../processes/run-program.ts'
import { makeScratch } from '../processes/scratch.ts'
import { HOST, ServerProcess } from '../server/server-process.ts'
import { type Experiment, perform, scenario, serversNamed } from './lib/experiment.ts'
import {
  autocannon,
  bombardier,
  loadWith,
  type ProgramLoad,
  versionOf,
  wrk,
} from './lib/programs.ts'

const PROGRAMS = { autocannon, bombardier, wrk }

interface Load extends Omit<ProgramLoad, 'request'> {
  /** A program, or the suite's own generator, with requests of that scenario. */
  by: keyof typeof PROGRAMS | 'update-user'
}

interface Side {
  server: string
  /** Told apart by it from other sides of its comparison. */
  name?: string
  /** Its file, without extension: that of its claims where left out. */
  file?: string
  /** Default: `GET /`. */
  path?: string
  /** Sends a user. */
  post?: true
  env?: Readonly<Record<string, string>>
  flags?: readonly string[]
  onBun?: true
  /** The packages of the claim's day, Node among them. */
  packages?: readonly string[]
}

/** The first server is the one that is claimed to be faster than the second; others replace the second. */
interface Comparison {
  claim: (typeof PARTS)[number]
  /** What the setting changes in the claim's own; null for that. */
  change: string | null
  load: Load
  sides: readonly Side[]
}

interface Trial {
  requestsPerSecond: number
  /** CPU time of the server per request; null where the system does not report it. */
  cpuMicroseconds: number | null
  /** Sent and received per request, where the generator reports it. */
  bytes?: number
}

interface Figures {
  cpu: string
  /** Of runtimes, programs and servers' packages. */
  versions: Record<string, string>
  rounds: number
  comparisons: (Pick<Comparison, 'claim' | 'change' | 'load'> & {
    sides: { name: string; trials: Trial[] }[]
  })[]
}

/** Name of servers' files with the endpoints of the claims' benchmarks. */
const CLAIMS = 'claims'

const PARTS = ['hono', 'elysia', 'fastify', 'mion', 'orpc', 'bun'] as const

const ROUNDS = 3

/** Seconds of a load. Autocannon is slow in its first one. */
const [SHORT, LONG] = [2, 3]

const node = `node-${process.platform}-${process.arch}`
const IN_2022 = [`${node}@16.14.2`, 'fastify@4.0.0', 'express@4.17.3']
const IN_2024 = [`${node}@20.11.0`, 'express@4.18.2']

/** Most seconds of warm-up: tRPC takes so long for its requests on a slow machine. */
const WARM_UP = 12

function comparisons(tls: Side['env']): Comparison[] {
  const express = (ROUTE: string, env: Side['env'] = {}): Side => ({
    server: 'express',
    env: { ROUTE, ...env },
  })
  const bare = { BARE: '1' }
  const hello = [{ server: 'fastify', file: 'hello', path: '/hello' }, express('json', bare)]
  const user: Side[] = [
    { server: 'http-node', file: 'update-user', post: true },
    { ...express('user', bare), post: true },
  ]
  const bunLoad = { by: 'bombardier', connections: 50, seconds: SHORT } as const
  const input = encodeURIComponent(JSON.stringify({ json: 'hello world', meta: [] }))
  const rpcLoad = { by: 'autocannon', connections: 10, seconds: LONG } as const
  const rpc: Side[] = [
    { server: 'orpc', path: `/nested/now?data=${input}` },
    { server: 'trpc-superjson', name: 'trpc', path: `/nested.now?input=${input}` },
  ]
  // What Clinic.js Doctor adds to a server's command line.
  const flags = [
    '--trace-event-categories=v8',
    `--trace-event-file-pattern=${makeScratch('bench-trace-')}/\${pid}.json`,
  ]
  const piped = { by: 'autocannon', connections: 100, pipelining: 10, seconds: LONG } as const
  const tfb = { by: 'wrk', connections: 256, seconds: SHORT } as const
  const elysia = (): Side[] => [{ server: 'elysia.bun' }, express('plaintext', bare)]
  const ours = { connections: defaultProtocol.connections, seconds: SHORT }
  const onBoth = (side: Side): Side[] => [{ ...side, name: 'express on Bun', onBun: true }, side]
  const plain = (server: string): Side => ({ server, file: 'update-user' })
  return [
    {
      ...{
        claim: 'hono',
        change: null,
        load: { by: 'bombardier', connections: 125, seconds: SHORT },
      },
      sides: [
        { server: 'hono' },
        express('text'),
        { ...express('text', bare), name: 'express without ETag' },
      ],
    },
    { claim: 'elysia', change: null, load: { ...tfb, pipelining: 16 }, sides: elysia() },
    { claim: 'elysia', change: 'no pipelining', load: tfb, sides: elysia() },
    {
      claim: 'fastify',
      change: null,
      load: piped,
      sides: hello.map((side) => ({ ...side, packages: IN_2022 })),
    },
    { claim: 'fastify', change: 'today', load: piped, sides: hello },
    {
      claim: 'mion',
      change: null,
      load: piped,
      sides: user.map((side) => ({ ...side, packages: IN_2024 })),
    },
    { claim: 'mion', change: 'today', load: piped, sides: user },
    { claim: 'orpc', change: null, load: rpcLoad, sides: rpc.map((side) => ({ ...side, flags })) },
    {
      claim: 'orpc',
      change: 'ours',
      load: { ...ours, by: 'update-user' },
      sides: [plain('orpc'), plain('trpc')],
    },
    { claim: 'bun', change: null, load: bunLoad, sides: onBoth(express('counted', tls)) },
    { claim: 'bun', change: 'no TLS', load: bunLoad, sides: onBoth(express('counted')) },
  ]
}

export const claims: Experiment<Figures> = {
  name: CLAIMS,
  parts: PARTS,
  async measure(pinning, part) {
    const all = comparisons(await certificate()).filter(({ claim }) => claim === (part ?? claim))
    const names = [...new Set(all.flatMap(({ sides }) => sides.map(({ server }) => server)))]
    const servers = new Map(serversNamed(...names).map((server) => [server.name, server]))
    const versions = Object.fromEntries([
      ...(['node', 'bun'] as const).map((name) => [name, findRuntime(name)?.version]),
      ...Object.entries(PROGRAMS)
        .filter(([name]) => all.some(({ load }) => load.by === name))
        .map(([name, program]) => [name, versionOf(program)]),
      ...[...servers.values()].map(({ name, version }) => [name, version]),
    ])
    const random = createRandom(1)
    const trials = new Map<Side, Trial[]>()
    for (let round = 1; round <= ROUNDS; round++) {
      for (const { load, sides } of random.shuffle(all)) {
        for (const side of random.shuffle(sides)) {
          const trial = await measure(side, servers.get(side.server) as Server, load, pinning)
          trials.set(side, [...(trials.get(side) ?? []), trial])
          console.log(`${round}/${ROUNDS}  ${nameOf(side)}  ${grouped(trial.requestsPerSecond)}`)
        }
      }
    }
    const compared = all.map(({ sides, ...rest }) => ({
      ...rest,
      sides: sides.map((side) => ({ name: nameOf(side), trials: trials.get(side) ?? [] })),
    }))
    return { cpu: cpus()[0]?.model ?? '', versions, rounds: ROUNDS, comparisons: compared }
  },
  markdown({ rounds, comparisons }) {
    const rate = (trials: readonly Trial[]) =>
      grouped(medianOf(trials.map((trial) => trial.requestsPerSecond)).median)
    const rows = comparisons.flatMap(({ claim, change, load, sides: [fast, ...others] }) =>
      others.map((side) => {
        const { median, min, max } = medianOf(
          side.trials.map(
            (trial, i) => (fast?.trials[i]?.requestsPerSecond ?? 0) / trial.requestsPerSecond,
          ),
        )
        const names = [claim, change ?? 'its own', loadText(load)]
        return [
          ...names,
          fast?.name ?? '',
          rate(fast?.trials ?? []),
          side.name,
          rate(side.trials),
          ratioText(median),
        ].concat(`${ratioText(min)} to ${ratioText(max)}`)
      }),
    )
    const header = [
      'claim',
      'setting',
      'load',
      'server',
      'requests/s',
      'other',
      'requests/s',
      'ratio',
      'rounds',
    ]
    return [
      `Benchmarks behind [public claims](../../docs/articles/claims.md), each in its own setting as far as a server of one CPU allows, and in others. Fresh processes, warmed up by ${grouped(defaultProtocol.warmupRequests)} requests or ${WARM_UP} s, in each of ${rounds} rounds. The ratio is the median of the rounds, beside the least and the greatest:`,
      table(header, rows, [
        'left',
        'left',
        'left',
        'left',
        'right',
        'left',
        'right',
        'right',
        'right',
      ]),
    ].join('\n\n')
  },
}

const nameOf = ({ name, server }: Side) => name ?? server

function loadText({ by, connections, pipelining = 1 }: Load): string {
  return `${by in PROGRAMS ? by : `ours, ${by}`}, ${connections}${pipelining === 1 ? '' : ` × ${pipelining}`}`
}

/** Makes a self-signed certificate. */
async function certificate() {
  const directory = makeScratch('bench-tls-')
  const [KEY, CERT] = ['key', 'cert'].map((name) => join(directory, `${name}.pem`)) as [
    string,
    string,
  ]
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=localhost',
    '-keyout',
    KEY,
    '-out',
    CERT,
  ]
  const { status, stderr } = await runProgram('openssl', made)
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`)
  return { KEY, CERT }
}

/** Loads a fresh process. @throws if a response fails */
async function measure(side: Side, server: Server, load: Load, pinning: Pinning): Promise<Trial> {
  const launch = { ...(await programOf(side, server)), env: side.env ?? {} }
  const generator = await generatorOf(side, server, load, pinning)
  const running = await ServerProcess.start(launch, pinning.server)
  const send = async () => {
    const { failed, ...sent } = await generator.send(running.port)
    if (failed > 0 || !sent.requests)
      throw new Error(`${nameOf(side)}: ${failed} of ${sent.requests} requests failed`)
    return sent
  }
  try {
    const { warmupRequests } = defaultProtocol
    for (let sent = 0, spent = 0; sent < warmupRequests && spent < WARM_UP; spent += load.seconds) {
      sent += (await send()).requests
    }
    const before = cpuSeconds([running.pid])
    const { requests, seconds, bytes } = await send()
    const after = cpuSeconds([running.pid])
    const cpuMicroseconds =
      before === null || after === null ? null : ((after - before) / requests) * 1e6
    const trial = { requestsPerSecond: requests / seconds, cpuMicroseconds }
    return bytes === undefined ? trial : { ...trial, bytes: bytes / requests }
  } finally {
    await running.stop()
    await generator.close?.()
  }
}

async function programOf({ file = CLAIMS, packages, onBun, flags = [] }: Side, server: Server) {
  const runtime = onBun ? findRuntime('bun') : server.runtime
  if (!runtime) throw new Error('bun is not installed')
  const entry = join(server.directory, `${file}.ts`)
  if (!packages) return { runtime: { executable: runtime.executable, args: flags }, entry }
  const directory = installed.get(packages) ?? (await install(packages))
  installed.set(packages, directory)
  const outfile = join(directory, `${server.name}.mjs`)
  const format = { bundle: true, platform: 'node', format: 'esm', packages: 'external' } as const
  await build({ ...format, entryPoints: [entry], outfile })
  return {
    runtime: { executable: join(directory, 'node_modules', node, 'bin/node'), args: flags },
    entry: outfile,
  }
}

/** Folders by what is installed in them. */
const installed = new Map<readonly string[], string>()

async function install(packages: readonly string[]): Promise<string> {
  const directory = makeScratch('bench-claims-')
  const { status, stderr } = await runProgram('npm', [
    'install',
    '--prefix',
    directory,
    '--no-audit',
    ...packages,
  ])
  if (status !== 0) throw new Error(`${packages.join(', ')} cannot be installed: ${stderr}`)
  return directory
}

interface Generator {
  send(port: number): Promise<ReturnType<(typeof wrk)['parse']>>
  close?(): Promise<void>
}

async function generatorOf(
  side: Side,
  server: Server,
  load: Load,
  pinning: Pinning,
): Promise<Generator> {
  const { by, connections, seconds } = load
  const plan = { connections, wire: server.manifest.wire, seed: 1 }
  if (by === 'update-user') {
    const { polling } = defaultProtocol
    const session = await builtin.prepare(
      { ...plan, scenario: by, polling, validOnly: true },
      pinning.generator,
    )
    return {
      async send(port) {
        const { errors, timeouts, non2xx, wrong, requests, ...report } = await session.load(
          port,
          seconds,
        )
        return { requests, seconds: report.seconds, failed: errors + timeouts + non2xx + wrong }
      },
      close: () => session.close(),
    }
  }
  const [user] = prepareRequests({ ...plan, scenario: scenario.name }, 1)
  const request =
    side.post && user ? user : { method: 'GET', path: side.path ?? '/', headers: {}, body: '' }
  const scheme = side.env?.KEY ? 'https' : 'http'
  return {
    send: (port) =>
      loadWith(
        PROGRAMS[by],
        { ...load, request },
        `${scheme}://${HOST}:${port}`,
        pinning.generator,
      ),
  }
}

await perform(claims, import.meta.main)
