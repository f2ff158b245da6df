/** The options that put servers or load generators on other hosts. */
import { isIP } from 'node:net'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { UsageError } from '../../shared/basics/errors.ts'
import { type HostChoice, isLoopback } from '../remote/linked-run.ts'
import { userPath } from './options.ts'

export interface HostOptions {
  loadFrom?: string[]
  serveOn?: string
  remoteDir?: string
  address?: string
  sshConfig?: string
}

export function withHostOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--load-from <user@host,…>',
        'run the load generator on that host, over your own ssh, which must connect without a question; the servers run here; of several hosts each sends a share of the load',
      ).argParser(destinations),
    )
    .addOption(
      new Option(
        '--serve-on <user@host>',
        'run the servers on that host, likewise; the load generator runs here',
      ).argParser(destination),
    )
    .option(
      '--remote-dir <dir>',
      'the suite’s folder on that host, of the same commit (default: the same path as here)',
    )
    .addOption(
      new Option(
        '--address <ip>',
        'the address on which the servers’ host is reached by the other (default: that of the ssh connection)',
      ).argParser(address),
    )
    .option('--ssh-config <file>', 'a configuration of OpenSSH in place of your own')
}

function destinations(text: string): string[] {
  const hosts = text.split(',').map(destination)
  const twice = hosts.find((host, i) => hosts.indexOf(host) < i)
  if (twice) throw new InvalidArgumentError(`It names ${twice} twice.`)
  return hosts
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
  repeat?: number | undefined
  instructions?: boolean | undefined
}

/**
 * The other hosts that were asked for, if any were.
 * @throws UsageError where options contradict each other
 */
export function hostChoiceOf(options: HostOptions & Others): HostChoice | undefined {
  const { loadFrom, serveOn, remoteDir, address, sshConfig } = options
  if (loadFrom !== undefined && serveOn !== undefined) {
    throw new UsageError('--load-from and --serve-on leave nothing to this host: take one, and run it on the other')
  }
  const [first, ...others] = loadFrom ?? (serveOn === undefined ? [] : [serveOn])
  if (first === undefined) {
    const superfluous = Object.entries({ '--remote-dir': remoteDir, '--address': address, '--ssh-config': sshConfig })
    const [option] = superfluous.find(([, value]) => value !== undefined) ?? []
    if (option) throw new UsageError(`${option} is of another host: add --load-from or --serve-on`)
    return undefined
  }
  const { generator, repeat = 1, instructions } = options
  if (generator !== 'builtin') throw new UsageError(`${generator} loads this machine only: leave --generator out`)
  if (repeat > 1) throw new UsageError('--repeat frees this machine only in its pauses: run again instead')
  if (instructions) throw new UsageError('--instructions counts on one machine: leave it out')
  return {
    part: serveOn === undefined ? 'generator' : 'server',
    hosts: [first, ...others],
    directory: remoteDir,
    config: sshConfig === undefined ? undefined : userPath(sshConfig),
    address,
  }
}
