/**
 * Runs its arguments with the Node that the suite pins (an optional dependency of the platform), or with the Node that
 * runs it where the registry has none. Plain JavaScript, since older Nodes do not run TypeScript.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import process from 'node:process'

/** The first Node with `import.meta.main`, without which a script does nothing and says nothing. */
const LEAST = [24, 2]

function pinnedNode() {
  const { platform, arch } = process
  const executable = platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  try {
    return createRequire(import.meta.url).resolve(
      `node-${platform === 'win32' ? 'win' : platform}-${arch}/${executable}`,
    )
  } catch {
    return process.execPath
  }
}

const node = pinnedNode()
const [major, minor] = process.versions.node.split('.').map(Number)
if (node === process.execPath && (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]))) {
  console.error(
    `Node ${process.versions.node} cannot run the suite: use Node ${LEAST.join('.')} or newer, or, in a clone, the one that "npm install" brings.`,
  )
  process.exit(2)
}
const child = spawn(node, process.argv.slice(2), { stdio: 'inherit' })
// A terminal sends Ctrl-C to both processes, which does no harm; what others send to this one alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm passes no signal on: if it is gone, no process waits for the end.
const parent = process.ppid
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref()
}
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal]
})
