/** The procedure that a scenario calls, in the terms of every wire format. */
export interface Route {
  method: 'GET' | 'POST'
  /** Path of the `plain` wire, such as `/updateUser`. */
  path: string
  /** Name of the procedure in RPC wires, such as `updateUser`. */
  procedure: string
  /** Names of the fields, at any depth, that hold a `Date` where the wire has such. */
  dates?: readonly string[]
  /** GraphQL's document, where a server of that wire has the scenario; the argument is its variable `$argument`. */
  document?: string
  /** Values are in the notation of `notation.ts`, since JSON lacks their types. */
  isNoted?: boolean
}

/** Request of a call. The route defines what is left out, as the wire carries it. */
export interface Call {
  id: string
  /** The argument as JSON text, which may be malformed on purpose; empty where the call has none. */
  json: string
  method?: string
  path?: string
  /** Headers instead of the wire's own; beside them where the route takes no argument. */
  headers?: Record<string, string>
  /** Changes the encoded body; for what is wrong with a body rather than with the value in it. */
  body?: (encoded: string) => string
  /** The same for a body that is no UTF-8 text. */
  bytes?: (encoded: string) => Uint8Array
}

/** One HTTP request, ready to be sent. */
export interface HttpRequest {
  method: string
  path: string
  headers: Record<string, string>
  /** Empty where the method is GET, and where there are bytes. */
  body: string
  /** The body where it is no UTF-8 text. */
  bytes?: Uint8Array
}

export interface Wire {
  title: string
  /** Content type of an accepted call's response, without parameters. */
  contentType: string
  /**
   * Puts a call on HTTP as the wire's own client does.
   * @param json the argument as JSON text, which may be malformed; empty where there is none
   * @throws where the wire cannot carry the argument
   */
  encode(route: Route, json: string): HttpRequest
  /** The body that most servers respond with; another one that decodes to the same value is as good. */
  response(json: string, route: Route): string | Uint8Array
  /**
   * The value that the wire's own client makes of a response's body; `undefined` where the envelope is missing.
   * @throws where the body is none of this wire
   */
  decode(route: Route, body: Buffer): unknown
}
