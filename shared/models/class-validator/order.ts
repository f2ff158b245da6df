import { Type } from 'class-transformer'
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator'
import { type Address, type Order, type OrderItem, patterns } from '../order.ts'

class AddressDto implements Address {
  @Length(1, 100)
  street: string

  @Length(1, 60)
  city: string

  @Matches(patterns.zip)
  zip: string

  @Matches(patterns.country)
  country: string
}

class OrderItemDto implements OrderItem {
  @Matches(patterns.sku)
  sku: string

  @IsInt()
  @Min(1)
  @Max(100)
  quantity: number

  @IsNumber()
  @Min(0.01)
  @Max(10_000)
  price: number
}

export class OrderDto implements Order {
  @Matches(patterns.id)
  id: string

  @Length(2, 60)
  customer: string

  @IsEmail()
  email: string

  @IsIn(['EUR', 'USD', 'GBP'])
  currency: 'EUR' | 'USD' | 'GBP'

  @IsIn(['low', 'normal', 'high'])
  priority: 'low' | 'normal' | 'high'

  @IsNumber()
  @Min(0)
  @Max(50)
  discount: number

  @MaxLength(200)
  note: string

  @IsObject()
  @ValidateNested()
  @Type(() => AddressDto)
  address: AddressDto

  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => OrderItemDto)
  items: OrderItemDto[]

  @IsBoolean()
  gift: boolean
}
