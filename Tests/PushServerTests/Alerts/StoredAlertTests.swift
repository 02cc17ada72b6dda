import Shared
import Testing

@testable import PushServer

/// The server's notes about alerts in the database.
struct StoredAlertTests {
    private let alert = Alert.test(.priceAbove(100))
    private let time = MarketTime(seconds: 1_733_918_400)

    private func note(_ step: AlertChange.Step, arming: UInt32 = 1, of account: AccountID) -> UserRequest {
        .alerts(account, .test, [AlertChange(alert: alert.id, arming: arming, step: step)])
    }

    @Test func anAlertIsArmedFiresOnceAndIsReadAfterAStart() async throws {
        try await withStore { store, ada, _ in
            _ = try await store.settle([.mutate(1, .add(alert), ada)])
            #expect(try await store.alerts().alerts == [ada: StoredAlerts([KeptAlert(alert, nil)])])
            #expect(try await store.settle([note(.armed(time), of: ada)]) == [.alerts([true])])
            let state = AlertState(alert: alert.id, arming: 1, phase: .armed, since: time)
            #expect(try await store.alerts().alerts == [ada: StoredAlerts([KeptAlert(alert, state)])])
            let fire = note(.fired(.test(at: time)), of: ada)
            #expect(try await store.settle([fire, fire]) == [.alerts([true]), .alerts([false])])
            let table = try #require(try await store.table(of: ada))
            #expect(table.alertEvents.map(\.number) == [table.version])
            #expect(table.state(of: alert)?.phase == .resting(at: 101))
        }
    }

    @Test func alertsOnHoldingsGetThemAtTheStartAndWithEachPurchase() async throws {
        try await withStore { store, ada, _ in
            let total = Alert.test(.holdings(.value, limit: 500, isRise: true), coin: .holdings)
            let one = try #require(BigDecimal("1"))
            let purchases = (1...2).map { number in
                Transaction(TransactionID(rawValue: number), .bought, one, of: CoinID(1), money: .price(one), at: time)
            }
            _ = try await store.settle([.mutate(1, .add(total), ada), .mutate(2, .put([purchases[0]]), ada)])
            let stored = try #require(try await store.alerts().alerts[ada])
            #expect(stored.needHoldings)
            let whole = try await stored.complete { try await store.table(of: ada) }
            #expect(whole.kept.first?.holdings.map(\.amount) == [one])
            let identity = try await store.alerts().store
            let second = NumberedMutation(number: 3, mutation: .put([purchases[1]]))
            let answers = try await store.settle([.mutate(ada, .test, identity, second)], keeping: [])
            #expect(answers.alerts[ada]?.needHoldings == true, "no transaction of the store works them out")
            #expect(answers.alerts[ada]?.kept.first?.holdings.map(\.amount) == [one + one])
        }
    }

    @Test func aNoteAboutAChangedAlertIsRejectedWithTheCurrentAlert() async throws {
        try await withStore { store, ada, _ in
            _ = try await store.settle([.mutate(1, .add(alert), ada), note(.armed(time), of: ada)])
            let held = try #require(try await store.table(of: ada))
            let identity = try await store.alerts().store
            let change = AlertChange(alert: alert.id, arming: 1, step: .fired(.test(at: time)))
            let again = NumberedMutation(number: 2, mutation: .arm(alert.id, of: held, arming: 2))
            let answers = try await store.settle(
                [.mutate(ada, .test, identity, again), .alerts(ada, identity, [change])],
                keeping: []
            )
            #expect(answers.answers.last == .alerts([false]))
            var armed = alert
            armed.arming = 2
            #expect(answers.alerts == [ada: StoredAlerts([KeptAlert(armed, nil)])])
            #expect(try await store.table(of: ada)?.alertEvents == [])
        }
    }

    @Test func changedFavoritesAreNotReportedToAlerts() async throws {
        try await withStore { store, ada, _ in
            let identity = try await store.alerts().store
            let add = NumberedMutation(number: 1, mutation: .add([CoinID(1)], of: UserTable()))
            let answers = try await store.settle([.mutate(ada, .test, identity, add)], keeping: [])
            #expect(answers.tables.count == 1 && answers.alerts.isEmpty)
        }
    }

    @Test func notesForAMissingAccountOrAnotherDatabaseAreRejected() async throws {
        try await withStore { store, ada, _ in
            let answers = try await store.settle([note(.armed(time), of: AccountID(rawValue: 99))])
            #expect(answers == [.noAccount])
            let other = UserRequest.alerts(ada, StoreIdentity(rawValue: 7), [])
            let refused = try await store.settle([other], keeping: []).answers
            #expect(refused == [.otherStore])
        }
    }
}
