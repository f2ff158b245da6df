import { createServer } from 'node:http'
import { App } from '@deepkit/app'
import {
  HttpBadRequestError,
  HttpKernel,
  type HttpMiddlewareFn,
  HttpModule,
  HttpRequest,
  HttpResponse,
  HttpRouterRegistry,
  httpMiddleware,
  httpWorkflow,
  JSONResponse,
} from '@deepkit/http'
import { type SerializationOptions, ValidationError } from '@deepkit/type'

export function createApp(...middlewares: HttpMiddlewareFn[]) {
  const app = new App({
    imports: [new HttpModule()],
    middlewares: middlewares.map((middleware) => httpMiddleware.for(middleware)),
  })
  app.listen(httpWorkflow.onParametersFailed, (event) => {
    event.send(new JSONResponse({ message: event.error.message }, 400).disableAutoSerializing())
    event.stopImmediatePropagation()
  })
  return { router: app.get(HttpRouterRegistry), kernel: app.get(HttpKernel) }
}

/** Makes a typed value of a body; refuses one that it can't be made of. */
export function castBody<T>(cast: (body: unknown, options?: SerializationOptions) => T, body: object): T {
  try {
    return cast(body, { loosely: false })
  } catch (error) {
    throw new HttpBadRequestError(messageOf(error))
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof ValidationError)) return 'Invalid body'
  return error.errors.map(({ path, message }) => `${path}: ${message}`).join(', ')
}

/** With the server options of Deepkit's own web worker, which make each request a `HttpRequest`. */
export function listen(kernel: HttpKernel) {
  const options = { IncomingMessage: HttpRequest, ServerResponse: HttpResponse as never }
  const server = createServer(options, (request, response) => kernel.handleRequest(request, response))
  server.listen(Number(process.env.PORT), process.env.HOST)
}
