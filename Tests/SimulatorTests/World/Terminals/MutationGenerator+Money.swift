import MockMarket
import Shared

/// Changes of transactions and alerts, and of the server's records about them.
extension MutationGenerator {
    func ofHoldings(seeing table: UserTable, _ random: inout SeededGenerator) -> Mutation {
        let known = table.transactions
        guard var transaction = known.randomElement(using: &random), Int.random(in: 0..<4, using: &random) > 0 else {
            return .put((0..<Int.random(in: 1...3, using: &random)).map { _ in transaction(&random) })
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            transaction.amount = number(in: 1...9, &random)
            return .edit(transaction)
        case 1:
            transaction.note = ["", "a", "b"].randomElement(using: &random) ?? ""
            return .edit(transaction)
        case 2: return .remove([transaction.id])
        default: return .remove(known.filter { $0.coin == transaction.coin }.map(\.id))
        }
    }

    private func transaction(_ random: inout SeededGenerator) -> Transaction {
        let kind = Transaction.Kind.allCases.randomElement(using: &random) ?? .bought
        return Transaction(
            .random(using: &random),
            kind,
            number(in: 1...9, &random),
            of: CoinID(.random(in: 1...3, using: &random)),
            money: kind == .moved ? nil : .price(.one),
            at: MarketTime(seconds: .random(in: 0...100, using: &random)),
            target: kind == .moved ? "safe" : ""
        )
    }

    private func number(in range: ClosedRange<Int>, _ random: inout SeededGenerator) -> BigDecimal {
        BigDecimal("\(Int.random(in: range, using: &random))") ?? .one
    }

    func ofAlerts(seeing table: UserTable, _ random: inout SeededGenerator) -> Mutation {
        let known = table.alerts.sorted { $0.id.rawValue < $1.id.rawValue }
        let events = table.alertEvents
        guard var alert = known.randomElement(using: &random), Int.random(in: 0..<4, using: &random) > 0 else {
            let condition = condition(&random)
            return .add(
                Alert(
                    id: AlertID(rawValue: .random(in: 1 ... .max, using: &random)),
                    coin: condition.isAboutCoin ? CoinID(.random(in: 1...3, using: &random)) : .holdings,
                    condition: condition,
                    currency: condition.isInMoney && .random(using: &random) ? "EUR" : "USD",
                    repeats: .random(using: &random)
                )
            )
        }
        let arming = UInt32.random(in: 1 ... .max, using: &random)
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
            alert.condition = condition(&random)
            if !alert.condition.isAboutCoin { alert.coin = .holdings }
            if !alert.condition.isInMoney { alert.currency = "USD" }
            return .change(to: alert, of: table, arming: arming)
        case 1:
            alert.repeats.toggle()
            return .change(to: alert, of: table, arming: arming)
        case 2: return .arm(alert.id, of: table, arming: arming)
        case 3: return .remove([alert.id])
        case 4: return .remove(known.map(\.id))
        case 5: return .dismiss(events)
        default: return .dismiss(events.randomElement(using: &random).map { [$0] } ?? [])
        }
    }

    /// Ways of delivery, some to a host that the operator does not allow.
    func ofDeliveries(seeing table: UserTable, _ random: inout SeededGenerator) -> Mutation {
        if Int.random(in: 0..<8, using: &random) == 0 {
            let hours = ["off", "00:00-12:00 UTC", "22:00-07:00 UTC"].randomElement(using: &random) ?? "off"
            return .set(Settings.quietHours, to: hours)
        }
        let way = table.deliveries.randomElement(using: &random)
        switch (Int.random(in: 0..<5, using: &random), way) {
        case (0, let way?): return .remove(way.id)
        case (1, let way?): return .test([way], number: .random(in: 1 ... .max, using: &random))
        case (2, _): return .dismiss(DeliveryState(delivery: way?.id ?? DeliveryID(rawValue: 1)))
        default:
            let host = Int.random(in: 0..<4, using: &random) == 0 ? "https://evil.example" : "https://ntfy.sh"
            guard let address = DeliveryAddress(host + "/topic") else { return Mutation() }
            return .add(
                DeliveryWay(
                    id: DeliveryID(rawValue: .random(in: 1 ... .max, using: &random)),
                    kind: .ntfy,
                    name: ["phone", "home"].randomElement(using: &random) ?? "",
                    address: address
                )
            )
        }
    }

    private func condition(_ random: inout SeededGenerator) -> AlertCondition {
        guard let limit = try? ExactDecimal(mantissa: .random(in: 1...3, using: &random), exponent: 0) else {
            preconditionFailure("a small number is one")
        }
        let conditions: [AlertCondition] = [
            .priceAbove(limit), .priceBelow(limit), .dayChange(limit), .move(percent: limit, minutes: 5),
            .holdings(.value, limit: limit, isRise: .random(using: &random)),
            .holdings(.profit, limit: limit, isRise: .random(using: &random)),
        ]
        return conditions.randomElement(using: &random) ?? .priceAbove(limit)
    }
}
