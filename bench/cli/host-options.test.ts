import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostChoiceOf, hostOptions } from './host-options.ts'
import { valuesFor } from './testing.ts'

const choice = (...args: string[]) => hostChoiceOf({ generator: 'builtin', ...valuesFor(hostOptions, ...args) })

test('without a host, there is no choice', () => assert.equal(choice(), undefined))

test('the load may come from another host', () => {
  const none = { directory: undefined, address: undefined }
  assert.deepEqual(choice('--load-from', 'me@there'), { host: 'me@there', ...none })
  const [directory, address] = ['/suite', '192.0.2.1']
  assert.deepEqual(choice('--load-from', 'there', '--remote-dir', directory, '--address', address), {
    ...{ host: 'there', directory, address },
  })
})
