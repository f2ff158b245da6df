/**
 * Stands in a server's process before its own file: whatever it listens on is shared with other processes by SO_REUSEPORT, also
 * where its code does not ask for that. In JavaScript, since every runtime loads it as it stands.
 */
import net from 'node:net'

/** The arguments of `server.listen` may be options, or port, host and backlog. */
function sharing([first, ...more]) {
  if (typeof first === 'object' && first !== null)
    return ['port' in first ? { ...first, reusePort: true } : first, ...more]
  if (!(Number(first) >= 0)) return [first, ...more]
  const of = (type) => more.find((each) => typeof each === type)
  const options = { port: first, host: of('string'), backlog: of('number'), reusePort: true }
  return [options, ...more.filter((each) => typeof each === 'function')]
}

function serveSharing(runtime) {
  const { serve } = runtime
  runtime.serve = (...args) =>
    serve(
      ...args.map((arg) =>
        typeof arg === 'object' && arg !== null ? { ...arg, reusePort: true } : arg,
      ),
    )
}

if (globalThis.Bun) serveSharing(globalThis.Bun)
else if (globalThis.Deno) serveSharing(globalThis.Deno)
const { listen } = net.Server.prototype
net.Server.prototype.listen = function (...args) {
  return listen.apply(this, sharing(args))
}
