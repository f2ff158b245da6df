import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LeakFinder } from './leaks.ts'

const bytes = (text: string) => [Buffer.from(text)]

function finderAfter(...requests: string[]): LeakFinder {
  const finder = new LeakFinder()
  for (const request of requests) finder.sent(bytes(request))
  return finder
}

test('a serial number of another request is a leak, its own is not', () => {
  const finder = finderAfter('{"id":1234567890123456}', '{"id":"ORD-6543210987654321"}')
  const own = bytes('{"id":1234567890123456}')
  assert.equal(finder.find(own, '{"id":1234567890123456}'), undefined)
  assert.equal(finder.find(own, '{"id":"ORD-6543210987654321"}'), '6543210987654321')
  assert.equal(finder.find(bytes('GET / HTTP/1.1'), '{"id":1234567890123456}'), '1234567890123456')
})

test('a serial number split over chunks is recognized as its own', () => {
  const finder = finderAfter('{"id":1234567890123456}')
  assert.equal(
    finder.find(bytes('8\r\n{"id":12\r\n10\r\n34567890123456}\r\n0\r\n\r\n'), '1234567890123456'),
    undefined,
  )
})

test('the largest double in an error message is not a leak', () => {
  const finder = finderAfter('{"id":1.7976931348623157e308}')
  assert.equal(
    finder.find(bytes('{"id":1e999}'), 'id must be <= 1.7976931348623157e+308'),
    undefined,
  )
})
