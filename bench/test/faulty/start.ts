/** Servers that are disqualified before their first response. */
import { spawn, spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type { FaultyServers } from './faulty-server.ts'
import { serve, userServer } from './user-server.ts'

const phase = 'start'
/** That test waits less long for them than a run. */
const shownBy = 'server-process.e2e.test.ts'

const STRAY =
  /^started \S+ \(pid \d+\)( and \d more processes)? outside its process tree, where CPU time and memory are not measured$/

/** Returns a program that listens on the same port until that process ends: the suite does not kill what may be another's. */
const sharing = (server: number) => `
  const { PORT, HOST } = process.env
  require('node:http').createServer().listen({ port: Number(PORT), host: HOST, reusePort: true })
  setInterval(() => process.kill(${server}, 0), 50)`

export const start: FaultyServers = {
  'fails-to-build': {
    description: 'has a build that fails',
    scripts: { build: "echo 'error: no compiler here' >&2; exit 3" },
    phase,
    disqualified: /npm run build.* did not make .*error: no compiler here$/,
    shownBy: 'the command-line test in faulty-servers.e2e.test.ts',
  },
  'throws-at-start': {
    description: 'ends with an error before it listens',
    run() {
      throw new Error('no database here')
    },
    phase,
    disqualified: /^exited with status 1 before it listened: Error: no database here( \(.*\))?$/,
  },
  'ends-quietly': {
    description: 'exits before it listens, without output',
    run: () => process.exit(0),
    phase,
    disqualified: /^exited with status 0 before it listened$/,
  },
  'lacks-a-module': {
    description: 'imports a package that does not exist',
    run: "import 'no-such-package'",
    phase,
    disqualified:
      /^exited with status 1 before it listened: Error.*Cannot find package 'no-such-package'/,
  },
  'is-not-typescript': {
    description: 'has a syntax error',
    run: '// The mistake is on line 3.\n\nconst = 5',
    phase,
    disqualified:
      /^exited with status 1 before it listened: .*SyntaxError.* \(update-user\.ts:3\)$/,
  },
  'never-listens': {
    description: 'runs but never listens',
    run: () => void setInterval(() => {}, 1_000),
    phase,
    disqualified: /^does not listen on port \d+ after [\d.]+ s$/,
    shownBy,
  },
  'ignores-port': {
    description: 'listens on a port of its own choice',
    run: () => void serve(undefined, 0),
    phase,
    disqualified: /^listens on port \d+ instead of \d+: read HOST and PORT from the environment$/,
    shownBy,
  },
  'ignores-host': {
    description: 'listens on all addresses',
    run: () => void userServer().listen(Number(process.env.PORT)),
    phase,
    disqualified:
      /^listens on all addresses instead of 127\.0\.0\.1: read HOST and PORT from the environment$/,
    shownBy,
  },
  'serves-from-elsewhere': {
    description:
      'responds from a process that is not its child, whose memory would not be measured',
    run() {
      const honestServer = resolve('../honest/update-user.ts')
      // The shell exits at once, so its child becomes an orphan.
      spawn('sh', ['-c', '"$0" "$1" &', process.execPath, honestServer], {
        detached: true,
        stdio: 'ignore',
      })
      setInterval(() => {}, 1_000)
    },
    phase,
    disqualified: /^port \d+ belongs to a process that is neither the server nor its child$/,
    shownBy,
  },
  'starts-an-orphan': {
    description: 'has a process that is not its child any more, with another environment',
    run() {
      const { PATH } = process.env
      // The shell exits at once. Group and limits identify its child.
      spawnSync('sh', ['-c', 'sleep 600 &'], { env: { PATH }, stdio: 'ignore' })
      serve()
    },
    phase,
    disqualified: STRAY,
  },
  'starts-daemons': {
    description: 'has processes in sessions of their own, with an empty environment',
    run() {
      const daemon = 'setsid "$0" -e "setInterval(() => {}, 1_000)" "$1" &'
      // Tests find it by its argument.
      const command = ['sh', '-c', daemon + daemon, process.execPath, tmpdir()]
      spawnSync('env', ['-i', ...command], { stdio: 'ignore' })
      serve()
    },
    phase,
    disqualified: STRAY,
  },
  'shares-its-port': {
    description: 'has a process that listens on its port and denies that it is its descendant',
    run() {
      const { PATH, PORT, HOST } = process.env
      const deny = 'setsid prlimit --locks=1 "$0" -e "$1" &'
      const wait =
        'until grep -q ":$(printf %04X $PORT) 0*:0* 0A" /proc/net/tcp; do sleep 0.05; done'
      spawnSync('sh', ['-c', `${deny} ${wait}`, process.execPath, sharing(process.pid)], {
        env: { PATH, PORT, HOST },
        stdio: 'ignore',
      })
      userServer().listen({ port: Number(PORT), host: HOST, reusePort: true })
    },
    phase,
    disqualified: /^shares its port with \S+ \(pid \d+\), which is not its child$/,
  },
}
