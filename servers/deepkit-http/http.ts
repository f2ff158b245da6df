import { createServer } from 'node:http'
import { App } from '@deepkit/app'
import {
  type HttpControllerErrorEvent,
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
import { SerializationError } from '@deepkit/type'

export function createApp(...middlewares: HttpMiddlewareFn[]) {
  const app = new App({
    imports: [new HttpModule()],
    middlewares: middlewares.map((middleware) => httpMiddleware.for(middleware)),
  })
  app.listen(httpWorkflow.onParametersFailed, refuse)
  app.listen(httpWorkflow.onControllerError, (event) => {
    if (event.error instanceof SerializationError) refuse(event)
  })
  return { router: app.get(HttpRouterRegistry), kernel: app.get(HttpKernel) }
}

function refuse(event: HttpControllerErrorEvent) {
  event.send(new JSONResponse({ message: event.error.message }, 400).disableAutoSerializing())
  event.stopImmediatePropagation()
}

/** With the server options of Deepkit's own web worker, which make each request a `HttpRequest`. */
export function listen(kernel: HttpKernel) {
  const options = { IncomingMessage: HttpRequest, ServerResponse: HttpResponse as never }
  const server = createServer(options, (request, response) => kernel.handleRequest(request, response))
  server.listen(Number(process.env.PORT), process.env.HOST)
}
