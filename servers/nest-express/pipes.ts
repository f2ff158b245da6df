import { BadRequestException, Injectable, type PipeTransform } from '@nestjs/common'

@Injectable()
export class SafeIntegerPipe implements PipeTransform<number, number> {
  transform(value: number) {
    if (!Number.isSafeInteger(value)) throw new BadRequestException('Validation failed (safe integer is expected)')
    return value
  }
}

/** `DefaultValuePipe` would leave an empty text, of which `ParseArrayPipe` makes a list of one. */
@Injectable()
export class EmptyListPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown) {
    return value || []
  }
}
