import { createServer } from 'node:http'
import { App } from '@deepkit/app'
import {
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
import { SerializationError, ValidationError } from '@deepkit/type'

export function createApp(...middlewares: HttpMiddlewareFn[]) {
  const app = new App({
    imports: [new HttpModule()],
    middlewares: middlewares.map((middleware) => httpMiddleware.for(middleware)),
  })
  // Its default for a body that it cannot parse is a 500.
  app.listen(httpWorkflow.onParametersFailed, (event) => {
    if (event.error instanceof ValidationError || event.error instanceof SerializationError) return
    event.send(new JSONResponse({ message: 'Malformed body' }, 400).disableAutoSerializing())
    event.stopImmediatePropagation()
  })
  return { router: app.get(HttpRouterRegistry), kernel: app.get(HttpKernel) }
}

/** With the server options of Deepkit's own web worker, which make each request a `HttpRequest`. */
export function listen(kernel: HttpKernel) {
  const options = { IncomingMessage: HttpRequest, ServerResponse: HttpResponse as never }
  const server = createServer(options, (request, response) => kernel.handleRequest(request, response))
  server.listen(Number(process.env.PORT), process.env.HOST)
}
