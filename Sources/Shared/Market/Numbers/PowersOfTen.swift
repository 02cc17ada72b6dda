enum PowersOfTen {
    /// 10^0 to 10^18, which an Int64 can hold.
    static let asInteger: [Int64] = (0...18).map { power in (0..<power).reduce(1) { product, _ in product * 10 } }
    /// 10^0 to 10^32.
    static let asDouble: [Double] = (0...32).map { power in (0..<power).reduce(1) { product, _ in product * 10 } }
}
