import Shared

/// The conditions that follow the kind in a fault rule.
struct FaultConditions {
    private static let names = ["retry-after", "times", "share", "for"]

    var retryAfter: Int?
    private(set) var times: Int?
    private(set) var share = 1.0
    private(set) var lasting: Duration?

    init(_ words: [String], of rule: String) throws(FaultRuleError) {
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, Self.names.contains(parts[0]) else {
                let hint = NearMiss.of(parts[0], among: Self.names).map { "; did you mean \($0)=?" } ?? ""
                throw FaultRuleError(rule, "\"\(word)\" is none of \(Self.names.joined(separator: "=, "))=\(hint)")
            }
            try read(parts[0], parts[1], of: rule)
        }
    }

    private mutating func read(_ name: String, _ value: String, of rule: String) throws(FaultRuleError) {
        switch name {
        case "retry-after":
            guard let seconds = Int(value), 0...86_400 ~= seconds else {
                throw FaultRuleError(rule, "retry-after=\(value) is not a number of seconds from 0 to 86400")
            }
            retryAfter = seconds
        case "times":
            guard let count = Int(value), count > 0 else {
                throw FaultRuleError(rule, "times=\(value) is not a number of requests of 1 or more")
            }
            times = count
        case "share":
            guard let part = Double(value), 0...1 ~= part else {
                throw FaultRuleError(rule, "share=\(value) is not a number from 0 to 1")
            }
            share = part
        default:
            guard let duration = FaultWord.duration(value) else {
                throw FaultRuleError(rule, "for=\(value) is not a time; write it as 500ms, 30s or 5m")
            }
            lasting = duration
        }
    }
}
