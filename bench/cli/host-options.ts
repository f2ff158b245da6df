/** The options that have the load come from another host. */
import { isIP } from 'node:net'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { UsageError } from '../../shared/basics/errors.ts'
import { type HostChoice, isLoopback } from '../remote/linked-run.ts'
import { userPath } from './options.ts'

export interface HostOptions {
  loadFrom?: string
  remoteDir?: string
  address?: string
  sshConfig?: string
}

/** The names of these options, as commander has them. */
export const HOST_OPTIONS = ['loadFrom', 'remoteDir', 'address', 'sshConfig'] as const satisfies (keyof HostOptions)[]

export function withHostOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--load-from <user@host>',
        'run the load generator on that host, over your own ssh, which must connect without a question; the servers run here',
      ).argParser(destination),
    )
    .option(
      '--remote-dir <dir>',
      'the suite’s folder on that host, of the same commit (default: the same path as here)',
    )
    .addOption(
      new Option(
        '--address <ip>',
        'the address on which that host reaches this one (default: that of the ssh connection)',
      ).argParser(address),
    )
    .option('--ssh-config <file>', 'a configuration of OpenSSH in place of your own')
}

/** `ssh` takes what begins with a hyphen for an option. */
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

/** What else was asked for, and does not go over a network. */
interface Others {
  generator?: string
  instructions?: boolean | undefined
}

/**
 * The load generator's host, if another one was asked for.
 * @throws UsageError where options contradict each other
 */
export function hostChoiceOf(options: HostOptions & Others): HostChoice | undefined {
  const { loadFrom, remoteDir, address, sshConfig, generator, instructions } = options
  if (loadFrom === undefined) {
    const superfluous = Object.entries({ '--remote-dir': remoteDir, '--address': address, '--ssh-config': sshConfig })
    const [option] = superfluous.find(([, value]) => value !== undefined) ?? []
    if (option) throw new UsageError(`${option} is of another host: add --load-from`)
    return undefined
  }
  if (generator !== 'builtin') throw new UsageError(`${generator} loads this machine only: leave --generator out`)
  if (instructions) throw new UsageError('--instructions counts on one machine: leave it out')
  const config = sshConfig === undefined ? undefined : userPath(sshConfig)
  return { host: loadFrom, directory: remoteDir, config, address }
}
