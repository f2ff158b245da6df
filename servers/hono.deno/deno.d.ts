/** What this folder uses of Deno's types, which Deno itself brings and `tsc` does not know. */
declare namespace Deno {
  namespace env {
    function get(name: string): string | undefined
  }

  interface ServeOptions {
    hostname?: string
    port?: number
  }

  function serve(options: ServeOptions, handler: (request: Request) => Response | Promise<Response>): unknown
}
