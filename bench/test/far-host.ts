/** A fake remote host: an `ssh` that runs its command on this machine, with its own temporary directory and so its own lock. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kill } from '../host/processes.ts'
import { HOST } from '../host/server-process.ts'
import { processesOf } from './testing.ts'

export const FAR = 'far'

export class FarHost {
  /** Command prefix that puts the fake `ssh` on the `PATH`. */
  readonly wrapper: readonly string[]
  readonly #temporary: string

  /** @param scratch of the run */
  constructor(scratch: string) {
    const bin = join(scratch, 'bin')
    this.#temporary = join(scratch, FAR)
    for (const directory of [bin, this.#temporary]) mkdirSync(directory)
    const script = `#!/bin/sh
# The last arguments are host and command.
while [ $# -gt 2 ]; do shift; done
[ "$1" = ${FAR} ] || { echo "$1: Permission denied (publickey)." >&2; exit 255; }
export TMPDIR='${this.#temporary}' SSH_CONNECTION='${HOST} 1 ${HOST} 22'
sh -c "$2"
`
    writeFileSync(join(bin, 'ssh'), script, { mode: 0o755 })
    this.wrapper = ['env', `PATH=${bin}:${process.env.PATH}`]
  }

  /** Returns the remote processes, as lines of pid and command. */
  processes(): string[] {
    return processesOf(this.#temporary)
  }

  /** Sends a signal to the suite's agent. */
  signalAgent(signal: NodeJS.Signals): void {
    for (const line of this.processes()) {
      if (line.includes('remote/agent.ts')) kill(Number.parseInt(line, 10), signal)
    }
  }
}
