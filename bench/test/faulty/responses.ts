/** Wrong responses to valid data, which the contract must catch from its first case on. */
import { type Answer, broken, type Call, edited, type Handler } from './user-server.ts'

export interface WrongResponse {
  answer: Handler
  /** Part of the report. */
  got: string
  /** The violated rule, if it is not that the response is exactly the expected value. */
  rule?: string
}

type Change = Parameters<typeof edited>[1]

/** Responds to valid calls. */
const toValid =
  (answer: (call: Call) => Answer | undefined): Handler =>
  (call) =>
    call.right.status === 200 ? answer(call) : call.right

const constant = (body: string, status = 200) => toValid(() => ({ status, body }))
const changing = (change: Change) => toValid(({ right }) => edited(right, change))
const withHeaders = (headersOf: (length: number) => Answer['headers']) =>
  toValid(({ right }) => ({ ...right, headers: headersOf(Buffer.byteLength(right.body)) }))

const status = 'valid data gets status 200'
const type = 'the content type is application/json'

export const wrongResponses: Record<string, WrongResponse> = {
  'another value of a field': {
    answer: changing((user) => (user.name += '!')),
    got: '!"',
  },
  'no month added': {
    answer: toValid(({ body }) => ({ status: 200, body })),
    got: '"lastUpdate"',
  },
  'an extra key': {
    answer: changing((user) => (user.extra = 1)),
    got: '"extra":1',
  },
  'a missing key': {
    answer: changing((user) => Reflect.deleteProperty(user, 'surname')),
    got: '","lastUpdate"',
  },
  'an id that is a string': {
    answer: changing((user) => (user.id = `${user.id}` as never)),
    got: '{"id":"',
  },
  'a canned response': {
    answer: constant('{"id":1,"name":"a","surname":"b","lastUpdate":"2020-01-01"}'),
    got: '2020-01-01',
  },
  'a body that is not JSON': {
    answer: constant('fine'),
    got: '200 fine',
  },
  'an empty body': {
    answer: constant(''),
    got: '200',
  },
  'status 201': {
    answer: toValid(({ right }) => ({ ...right, status: 201 })),
    got: '201',
    rule: status,
  },
  'status 500': {
    answer: toValid(() => broken),
    got: '500 {"error":"Internal Server Error"}',
    rule: status,
  },
  'another content type': {
    answer: withHeaders((length) => ({ 'content-type': 'text/plain', 'content-length': length })),
    got: 'content type text/plain instead of application/json',
    rule: type,
  },
  'no content type': {
    answer: withHeaders((length) => ({ 'content-length': length })),
    got: 'content type missing',
    rule: type,
  },
  'neither length nor chunks': {
    answer: toValid(({ right, response }) => {
      response.useChunkedEncodingByDefault = false
      return { ...right, headers: { 'content-type': 'application/json' } }
    }),
    got: 'content-length missing on a body of',
    rule: 'the response is chunked, or its content-length is the length of its body',
  },
  'unrequested compression': {
    answer: toValid(({ right }) => ({
      status: 200,
      body: Buffer.from(right.body).toString('base64'),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    })),
    got: '200 ',
  },
}
