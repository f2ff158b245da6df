/**
 * Runs its arguments with the Node that the suite pins (an optional dependency of the platform), or with the Node that
 * runs it where the registry has none. Plain JavaScript, since older Nodes do not run TypeScript.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import process from 'node:process'

export function pinnedNode() {
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

if (import.meta.filename === process.argv[1]) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const node = pinnedNode()
  if (node === process.execPath && (major < 22 || (major === 22 && minor < 18))) {
    console.error(
      `Node ${process.versions.node} cannot run TypeScript: run "npm install" for the pinned Node, or use Node 22.18 or newer.`,
    )
    process.exit(2)
  }
  const child = spawn(node, process.argv.slice(2), { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both processes, which does no harm; what others send to this one alone is passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm passes no signal on: where it is gone, so is whoever waits for the end.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref()
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}
