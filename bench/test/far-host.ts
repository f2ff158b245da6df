/** Another host for a test: an `ssh` that runs its command on this machine, with a temporary directory and so a lock of its own. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kill } from '../host/processes.ts'
import { HOST } from '../host/server-process.ts'
import { processesOf } from './testing.ts'

export const FAR = 'far'

export class FarHost {
  /** A command that runs another one, which finds this `ssh`. */
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

  /** Of all that runs there, as lines of pid and command. */
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
