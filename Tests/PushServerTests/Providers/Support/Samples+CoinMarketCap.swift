extension Samples {
    static let map = """
        {"status":{"timestamp":"2021-07-16T10:08:28.938Z","error_code":"0","elapsed":"18"},
         "data":[
          {"id":1,"name":"Bitcoin","symbol":"BTC","slug":"bitcoin","rank":1,"is_active":1,
           "first_historical_data":"2013-04-28T18:47:21.000Z","last_historical_data":null,"platform":null},
          {"id":"5994","name":"Shiba Inu","symbol":"SHIB","rank":null,"is_active":"0",
           "platform":{"id":1027,"name":"Ethereum","token_address":" 0x95aD "}},
          {"id":-3,"name":"No","symbol":"NO"}
         ]}
        """

    static let info = #"""
        {"status":{"error_code":0},
         "data":{"7":{"id":7,"name":"Other","symbol":"OTH"},
          "1027":[{"id":1027,"name":"Ethereum","symbol":"ETH","slug":"ethereum","category":"coin","platform":null,
           "logo":"https://s2.coinmarketcap.com/static/img/coins/64x64/1027.png","date_added":"2015-08-07T00:00:00.000Z",
           "self_reported_circulating_supply":"1.2e8","tags":["pos"," smart-contracts ",null,"pos","a\u001b[31mb"],
           "description":"<p>Ethereum (ETH) is a <b>platform</b>.</p><p>It&#39;s\u0007 R&amp;D &lt;open&gt;.</p>",
           "urls":{"reddit":["https://reddit.com/r/ethereum"],"chat":[],"unknown":["https://a.b"],"technical_doc":null,
            "website":["https://www.ethereum.org/","javascript:alert(1)","https://www.ethereum.org/",5]}}],
          "1028":"odd"}}
        """#
}
