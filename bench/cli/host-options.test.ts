import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Command } from 'commander'
import { UsageError } from '../../shared/basics/errors.ts'
import { type HostOptions, hostChoiceOf, withHostOptions } from './host-options.ts'

/** The options as the command line gives them. */
function options(...args: string[]): HostOptions {
  const command = withHostOptions(new Command())
    .exitOverride()
    .configureOutput({ writeErr() {} })
  return command.parse(args, { from: 'user' }).opts()
}

const choice = (args: string[], others = {}) => hostChoiceOf({ generator: 'builtin', ...others, ...options(...args) })

test('without a host all is done here', () => assert.equal(choice([]), undefined))

test('the load may come from another host', () => {
  const none = { directory: undefined, config: undefined, address: undefined }
  assert.deepEqual(choice(['--load-from', 'me@there']), { host: 'me@there', ...none })
  const [directory, address] = ['/suite', '192.0.2.1']
  assert.deepEqual(choice(['--load-from', 'there', '--remote-dir', directory, '--address', address]), {
    ...{ host: 'there', directory, config: undefined, address },
  })
})

const wrong: [args: string[], others: object, complaint: RegExp][] = [
  [['--address', '192.0.2.1'], {}, /^--address is of another host: add --load-from$/],
  [['--remote-dir', 'x'], {}, /^--remote-dir is of another host/],
  [['--load-from', 'a'], { generator: 'wrk' }, /^wrk loads this machine only/],
  [['--load-from', 'a'], { instructions: true }, /^--instructions counts on one machine/],
]
for (const [args, others, complaint] of wrong) {
  test(`${args.join(' ')} ${Object.keys(others)} is wrong usage`, () => {
    assert.throws(
      () => choice(args, others),
      (error) => error instanceof UsageError && complaint.test(error.message),
    )
  })
}

const values: [args: string[], complaint: RegExp][] = [
  [['--load-from', 'a,b'], /It takes one host\.$/],
  [['--load-from=-oProxyCommand=x'], /It takes a host as ssh does/],
  [['--load-from', 'a b'], /It takes a host as ssh does/],
  [['--address', 'there'], /It takes an IP address\.$/],
  [['--address', '127.0.0.1'], /No other host reaches that address\.$/],
]
for (const [args, complaint] of values) {
  test(`${args.join(' ')} is named`, () => assert.throws(() => options(...args), { message: complaint }))
}
