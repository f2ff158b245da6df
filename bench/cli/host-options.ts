/** Options for load from another host. */
import { isIP } from 'node:net'
import { InvalidArgumentError } from 'commander'
import { UsageError } from '../../shared/basics/errors.ts'
import { type HostChoice, isLoopback } from '../remote/linked-run.ts'
import { type Values, value } from './command.ts'

export const hostOptions = {
  loadFrom: value(
    '<user@host>',
    'run the load generator on that host, by ssh, which must connect without prompting; the servers run here',
    destination,
  ),
  remoteDir: value(
    '<dir>',
    'the suite’s folder on that host, at the same commit (default: the same path as here)',
    String,
  ),
  address: value(
    '<ip>',
    'the address at which that host reaches this one (default: that of the ssh connection)',
    address,
  ),
}
export type HostOptions = Partial<Values<typeof hostOptions>>

/** Rejects a leading hyphen, which `ssh` would parse as an option. */
function destination(text: string): string {
  if (text.includes(',')) throw new InvalidArgumentError('It takes one host.')
  if (!/^[^-\s][^\s]*$/.test(text)) throw new InvalidArgumentError('It takes a host as ssh does, such as user@host.')
  return text
}

function address(text: string): string {
  if (!isIP(text)) throw new InvalidArgumentError('It takes an IP address.')
  if (isLoopback(text)) throw new InvalidArgumentError('No other host reaches that address.')
  return text
}

/** Options that cannot be combined with a run over a network. */
interface Others {
  generator?: string
}

/**
 * Returns the load generator's host, if it is another one.
 * @throws UsageError if options contradict each other
 */
export function hostChoiceOf(options: HostOptions & Others): HostChoice | undefined {
  const { loadFrom, remoteDir, address, generator } = options
  if (loadFrom === undefined) {
    const superfluous = Object.entries({ '--remote-dir': remoteDir, '--address': address })
    const [option] = superfluous.find(([, value]) => value !== undefined) ?? []
    if (option) throw new UsageError(`${option} is only for another host: add --load-from`)
    return undefined
  }
  if (generator !== 'builtin') throw new UsageError(`${generator} loads only this machine: omit --generator`)
  return { host: loadFrom, directory: remoteDir, address }
}
