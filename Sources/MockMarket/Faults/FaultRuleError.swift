/// Why a text is not a fault rule, in words.
package struct FaultRuleError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ rule: some StringProtocol, _ reason: String) { description = "fault rule \"\(rule)\": \(reason)" }
}
