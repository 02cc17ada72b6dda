import PlatformKit

/// Lends the texts as libpq wants lists of them: pointers, and nil at the end.
func withCStrings<Value>(
    _ texts: [String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
) -> Value {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { list in
        guard let start = list.baseAddress else { preconditionFailure("the list has an end") }
        return body(start)
    }
}
