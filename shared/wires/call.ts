/** The procedure that a scenario calls, for every wire format. */
export interface Route {
  method: 'GET' | 'POST'
  /** Path on the `plain` wire, such as `/updateUser`. */
  path: string
  /** Name on RPC wires, such as `updateUser`. */
  procedure: string
  /** Names of fields, at any depth, that are a `Date` on wires that have dates. */
  dates?: readonly string[]
  /** GraphQL document with the argument as its variable `$argument`; required if a server of that wire has the scenario. */
  document?: string
  /** Whether values are in the notation of `notation.ts`, since JSON lacks their types. */
  isNoted?: boolean
}

/** A call; defaults follow from route and wire. */
export interface Call {
  id: string
  /** The argument as JSON text, which may be deliberately malformed; empty for no argument. */
  json: string
  method?: string
  path?: string
  /** Headers that replace the wire's, or are added to them if the route has no argument. */
  headers?: Record<string, string>
  /** Changes the encoded body, for errors of the body rather than of its value. */
  body?: (encoded: string) => string
  /** The same for a body that is not UTF-8. */
  bytes?: (encoded: string) => Uint8Array
}

/** One HTTP request, ready to be sent. */
export interface HttpRequest {
  method: string
  path: string
  headers: Record<string, string>
  /** Empty for GET, and with `bytes`. */
  body: string
  /** The body if it is not UTF-8. */
  bytes?: Uint8Array
}

export interface Wire extends Encoding {
  title: string
  /** Content type of an accepted call's response, without parameters. */
  contentType: string
  /**
   * Returns the status that a response with status 200 stands for, on wires that send rejections with it; default: 200.
   * @throws if the body is invalid on this wire
   */
  statusOf?(body: Buffer): number
}

/** Encoding and decoding by the library of a wire. */
export interface Encoding {
  /**
   * Encodes a call as the wire's own client does.
   * @param json the argument as JSON text, which may be malformed; empty for none
   * @throws if the wire cannot carry the argument
   */
  encode(route: Route, json: string): HttpRequest
  /** Returns the body of most servers; other bodies that decode to the same value are equally valid. */
  response(json: string, route: Route): string | Uint8Array
  /**
   * Decodes a response's body as the wire's own client does; `undefined` without the envelope.
   * @throws if the body is invalid on this wire
   */
  decode(route: Route, body: Buffer): unknown
}
