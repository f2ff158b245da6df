/** Servers that need more memory than a limit. */
import { spawn } from 'node:child_process'
import type { FaultyServers } from './faulty-server.ts'
import { honest, serve } from './user-server.ts'

/** Holds that many bytes outside V8's heap, and touches each page. */
const allocate = (bytes: number) => Buffer.alloc(bytes, 1)

export const limits: FaultyServers = {
  'fits-in-the-least': {
    description: 'holds nothing',
    run: () => serve(),
  },
  'grows-under-load': {
    description: 'takes 150 MB more from its tenth request on',
    run() {
      let kept: unknown
      serve((call) => {
        if (call.count === 10) kept = allocate(150e6)
        return kept === null ? undefined : honest(call)
      })
    },
  },
  'loses-a-helper': {
    description: 'takes 250 MB in a second process, without which it goes on',
    run() {
      const hold = `globalThis.kept = Buffer.alloc(250e6, 1)
        console.log('held')
        process.stdin.on('end', () => process.exit()).resume()`
      const helper = spawn(process.execPath, ['-e', hold], { stdio: ['pipe', 'pipe', 'ignore'] })
      const held = new Promise((resolve) =>
        helper.once('exit', resolve).stdout.once('data', resolve),
      )
      void held.then(() => serve())
    },
  },
  'fits-in-none': {
    description: 'takes 600 MB from the start',
    run() {
      const kept = allocate(600e6)
      serve((call) => (kept.length > 0 ? honest(call) : undefined))
    },
  },
}
