import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The pane beside the user's alerts.
extension CoinPaneTests {
    @Test func theCoinOfTheSelectedAlertStandsBesideTheAlerts() async throws {
        let (view, coins) = try alertsView(of: [1, 1027])
        await following {
            await rest(on: coins[0], view)
            view.press("j", size: wide)
            await rest(on: coins[1], view)
            #expect(charts == ["open \(coins[0])", "close", "open \(coins[1])"])
            scene.answerChart(.walk(300))
            let picture = view.picture(wide.width, wide.height)
            #expect(picture.contains("Market cap") && !picture.contains("◉ about"), "alerts lead to no page")
            _ = view.picture()
            #expect(!scene.tabs.pane.isShown)
        }
    }

    @Test func theChartBesideTheAlertsTakesTheMouse() async throws {
        let (view, coins) = try alertsView(of: [1])
        await following {
            await rest(on: coins[0], view)
            scene.answerChart(.walk(300))
            _ = view.picture(wide.width, wide.height)
            let act = { (kind: Mouse.Kind) in view.take(.mouse(Mouse(kind, at: Point(x: 160, y: 20))), in: wide) }
            #expect(act(.scrollDown))
            #expect(scene.tabs.pane.chart?.settings.window.zoom == 0)
            #expect(act(.press(.left)))
            #expect(scene.tabs.pane.chart?.crosshair != nil)
            view.press(Key(.escape), size: wide)
            #expect(scene.tabs.pane.chart != nil && scene.tabs.pane.chart?.crosshair == nil)
        }
    }

    @Test func theCoinOfAnAlertThatIsTypedStandsBesideTheAlerts() async throws {
        let model = AlertsViewModel(session: scene.link.session, tabs: scene.tabs)
        model.alertRequested(for: CoinID(1027))
        await following { await rest(on: 1027, AlertsView(viewModel: model)) }
    }

    /// - Returns: the screen with an alert of each coin, and the coins in the order of the rows.
    private func alertsView(of coins: [UInt32]) throws -> (AlertsView, [UInt32]) {
        for coin in coins {
            let condition = try AlertCondition(typed: ">1000000")
            scene.link.user.mutate { _ in
                .add(Alert(id: AlertID(rawValue: UInt64(coin)), coin: CoinID(coin), condition: condition))
            }
        }
        let model = AlertsViewModel(session: scene.link.session, tabs: scene.tabs)
        return (AlertsView(viewModel: model), model.rows.map(\.coinID.rawValue))
    }
}
