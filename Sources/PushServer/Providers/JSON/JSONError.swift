/// Why bytes are not valid JSON.
enum JSONError: Error, Equatable {
    case unexpectedByte(at: Int)
    case endsEarly
    case nestedTooDeep
}

extension JSONError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unexpectedByte(let position): "it is not JSON at byte \(position)"
        case .endsEarly: "it ends in the middle"
        case .nestedTooDeep: "it is nested more than \(JSONReader.depthMax) deep"
        }
    }
}
