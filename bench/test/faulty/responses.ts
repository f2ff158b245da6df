/** Wrong responses to valid data, which the contract must catch from its first case on. */
import {
  broken,
  type Call,
  edited,
  type Handler,
  type Reply,
  rewritten,
  withConnection,
} from './user-server.ts'

export interface WrongResponse {
  respond: Handler
  /** Part of the report. */
  got: string
  /** The violated rule, if it is not that the response is exactly the expected value. */
  rule?: string
}

type Change = Parameters<typeof edited>[1]

/** Responds to valid calls. */
const toValid =
  (respond: (call: Call) => Reply | undefined): Handler =>
  (call) =>
    call.correct.status === 200 ? respond(call) : call.correct

const constant = (body: string, status = 200) => toValid(() => ({ status, body }))
const changing = (change: Change) => toValid(({ correct }) => edited(correct, change))
const withHeaders = (headersOf: (length: number) => Reply['headers']) =>
  toValid(({ correct }) => ({ ...correct, headers: headersOf(Buffer.byteLength(correct.body)) }))

const json = (length: number) => ({ 'content-type': 'application/json', 'content-length': length })
const rewriting = (change: (text: string) => string) => toValid((call) => rewritten(call, change))

const persistent = 'clients send the next request on the same connection'
const status = 'valid data gets status 200'
const type = 'the content type is application/json'

export const wrongResponses: Record<string, WrongResponse> = {
  'another value of a field': {
    respond: changing((user) => (user.name += '!')),
    got: '!"',
  },
  'no month added': {
    respond: toValid(({ body }) => ({ status: 200, body })),
    got: '"lastUpdate"',
  },
  'an extra key': {
    respond: changing((user) => (user.extra = 1)),
    got: '"extra":1',
  },
  'a missing key': {
    respond: changing((user) => Reflect.deleteProperty(user, 'surname')),
    got: '","lastUpdate"',
  },
  'an id that is a string': {
    respond: changing((user) => (user.id = `${user.id}` as never)),
    got: '{"id":"',
  },
  'a canned response': {
    respond: constant('{"id":1,"name":"a","surname":"b","lastUpdate":"2020-01-01"}'),
    got: '2020-01-01',
  },
  'a body that is not JSON': {
    respond: constant('fine'),
    got: '200 fine',
  },
  'an empty body': {
    respond: constant(''),
    got: '200',
  },
  'status 201': {
    respond: toValid(({ correct }) => ({ ...correct, status: 201 })),
    got: '201',
    rule: status,
  },
  'status 500': {
    respond: toValid(() => broken),
    got: '500 {"error":"Internal Server Error"}',
    rule: status,
  },
  'another content type': {
    respond: withHeaders((length) => ({ ...json(length), 'content-type': 'text/plain' })),
    got: 'content type text/plain instead of application/json',
    rule: type,
  },
  'no content type': {
    respond: withHeaders((length) => ({ 'content-length': length })),
    got: 'content type missing',
    rule: type,
  },
  'neither length nor chunks': {
    respond: toValid(({ correct, response }) => {
      response.useChunkedEncodingByDefault = false
      return { ...correct, headers: { 'content-type': 'application/json' } }
    }),
    got: 'content-length missing on a body of',
    rule: 'the response is chunked, or its content-length is the length of its body',
  },
  'a content coding that it does not have': {
    respond: withHeaders((length) => ({ ...json(length), 'content-encoding': 'gzip' })),
    got: '200 with content-encoding gzip',
    rule: 'a content coding is used only if requested',
  },
  'Connection: close, without closing': {
    respond: rewriting(withConnection('Connection: close')),
    got: '200 with Connection: close',
    rule: persistent,
  },
  'close in another case among other options': {
    respond: rewriting(withConnection('Connection: keep-alive, CLOSE')),
    got: '200 with Connection: close',
    rule: persistent,
  },
  'close in a second header': {
    respond: rewriting(withConnection('Connection: keep-alive\r\nConnection: close')),
    got: '200 with Connection: close',
    rule: persistent,
  },
  'HTTP/1.0 without keep-alive': {
    respond: rewriting((text) => withConnection('X: y')(text).replace('HTTP/1.1', 'HTTP/1.0')),
    got: '200 with HTTP/1.0 without keep-alive',
    rule: persistent,
  },
  'a keep-alive that is too short for a second request': {
    respond: rewriting(withConnection('Connection: keep-alive\r\nKeep-Alive: timeout=1')),
    got: '200 with Keep-Alive: timeout=1',
    rule: persistent,
  },
  'Proxy-Connection: close': {
    respond: rewriting(withConnection('Proxy-Connection: close')),
    got: '200 with Proxy-Connection: close',
    rule: persistent,
  },
  'an unrequested 100 Continue': {
    respond: toValid(({ correct, response }) => {
      response.writeContinue()
      return correct
    }),
    got: '200 with a 100 Continue before it',
    rule: '100 Continue is sent only if requested',
  },
}
